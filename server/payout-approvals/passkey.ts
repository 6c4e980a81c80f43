import { randomBytes } from 'node:crypto'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { PasskeyAssertion, PasskeyRequest } from '#contract/factor-shapes.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import { challengeIn, relyingParty, verifyAssertion } from '#server/factors/passkeys.ts'
import { listPasskeys, notePasskeyUse } from '#server/factors/queries.ts'
import { asUser, userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { aliveChallenges, insertCode, lockCode, newCodeId, takeTurn, type CodeRow } from './code-rows.ts'
import { digestOf, lineOf, totalsOf } from './content.ts'
import { contentsFor, knownContents } from './send-code.ts'

/** What a passkey signs: the digest of the act, the user and every payout, and then a nonce. */
const challengeOf = ({
  act,
  sub_user_id,
  lines,
  proof,
}: Pick<CodeRow, 'act' | 'sub_user_id' | 'lines' | 'proof'>): string =>
  Buffer.concat([digestOf(act, sub_user_id, lines), proof]).toString('base64url')

/** The passkeys of the caller, which are those of their own merchant. */
async function passkeysOf(ctx: Ctx) {
  const { user, own } = await asUser(ctx)
  const passkeys = await listPasskeys(own, user.subUserId)
  if (own !== ctx) await own.enter(ctx.owner)
  return passkeys
}

/** Asks for a signature over exactly these payouts by a passkey of the caller that verifies them. */
export async function askPasskey(ctx: Ctx, act: PayoutAct, asked: readonly string[] | undefined) {
  const { subUserId } = userOf(ctx)
  if (asked) await knownContents(ctx, [...new Set(asked)])
  const passkeys = await passkeysOf(ctx)
  if (passkeys.length === 0) throw new Fault('invalidPasskey')
  await takeTurn(ctx, { subUserId, act })
  const contents = await contentsFor(ctx, act, asked)
  const [txnRefs, lines, proof] = [contents.map(({ txn_ref }) => txn_ref), contents.map(lineOf), randomBytes(16)]
  const codeId = newCodeId()
  const expiresAt = await insertCode(ctx, { subUserId, act, codeId, way: 'passkey', txnRefs, lines, proof, tries: 0 })
  const request = await generateAuthenticationOptions({
    rpID: relyingParty(ctx.services),
    challenge: new Uint8Array(Buffer.from(challengeOf({ act, sub_user_id: subUserId, lines, proof }), 'base64url')),
    timeout: limits.payoutCodeMinutes * 60_000,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports })),
  })
  ctx.auditSubject(txnRefs.length === 1 ? (txnRefs[0] ?? '') : codeId)
  return {
    request: request as unknown as PasskeyRequest,
    action: act,
    txn_refs: txnRefs,
    count: contents.length,
    totals: totalsOf(contents),
    expires_at: expiresAt,
  }
}

/**
 * The challenge that an assertion answers, its row locked until the commit, with what proves it later: the assertion and the public key.
 * Throws `invalidPasskey` for a signature over anything else, by another key, or without the user verified.
 */
export async function takeSignature(ctx: Ctx, act: PayoutAct, assertion: PasskeyAssertion) {
  const { subUserId } = userOf(ctx)
  const challenge = challengeIn(assertion.response.clientDataJSON)
  const asked = (await aliveChallenges(ctx, subUserId)).find((row) => row.act === act && challengeOf(row) === challenge)
  const code = asked && (await lockCode(ctx, asked.code_id))
  if (!code) throw new Fault('invalidPasskey')
  const passkey = (await passkeysOf(ctx)).find(({ credential_id }) => credential_id === assertion.id)
  if (!passkey) throw new Fault('invalidPasskey')
  const counter = await verifyAssertion(ctx.services, assertion, { challenge, passkey, requireUserVerification: true })
  const { user, own } = await asUser(ctx)
  const isNoted = await notePasskeyUse(own, user.subUserId, passkey, counter)
  if (own !== ctx) await own.enter(ctx.owner)
  if (!isNoted) throw new Fault('invalidPasskey')
  const evidence = { assertion, public_key: passkey.public_key.toString('base64url'), challenge }
  return { code, evidence }
}
