import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyAssertion, PasskeyRequest } from '#contract/factor-shapes.ts'
import type { PasskeyAttestation, PasskeyCreation, PasskeyPurpose } from '#contract/factors.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { databaseNow, fromNow } from '#server/kit/db/clock.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { hashToken, newToken } from '#server/kit/auth/token.ts'
import { handleOf } from './passkey-handle.ts'
import { insertPasskey, listPasskeys, notePasskeyUse } from './queries.ts'

/**
 * The WebAuthn creation options of a new passkey. `about` is the session that it is made in. Its device is asked to store
 * it, so that it can sign in by itself; one that cannot still makes a second factor.
 */
export async function creationOptions(
  ctx: Ctx,
  user: { subUserId: string; name: string; email: string },
  about: string,
): Promise<PasskeyCreation> {
  if (!passkeysPossible(ctx.services)) throw new Fault('wrongState')
  const own = await listPasskeys(ctx, user.subUserId)
  if (own.length >= limits.passkeysPerUser) throw new Fault('tooMany')
  const challenge = issueChallenge(ctx, { subUserId: user.subUserId, purpose: 'enrol', about })
  const options = await generateRegistrationOptions({
    rpName: 'Countinghouse',
    rpID: relyingParty(ctx.services),
    userName: user.email,
    userDisplayName: user.name,
    userID: handleOf({ merchantId: ctx.owner.merchantId, subUserId: user.subUserId }),
    challenge: bytesOf(challenge),
    timeout: limits.signInChallengeMinutes * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return options as unknown as PasskeyCreation
}

/** Verifies and stores a passkey that a browser has made in this session. Throws `invalidPasskey`. */
export async function enrolPasskey(
  ctx: Ctx,
  subUserId: string,
  { name, credential, about }: { name: string; credential: PasskeyAttestation; about: string },
): Promise<void> {
  const challenge = await takeChallenge(ctx, credential.response.clientDataJSON, {
    subUserId,
    purpose: 'enrol',
    about,
  })
  const { response } = credential
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...response, transports: response.transports ?? [] },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: ctx.services.publicUrl,
    expectedRPID: relyingParty(ctx.services),
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused)
  if (!verified) throw new Fault('invalidPasskey')
  const own = await listPasskeys(ctx, subUserId)
  if (own.length >= limits.passkeysPerUser) throw new Fault('tooMany')
  const { id, publicKey, counter } = registrationInfo.credential
  if (own.some((passkey) => passkey.credential_id === id)) throw new Fault('invalidPasskey')
  await insertPasskey(ctx, {
    sub_user_id: subUserId,
    passkey_id: newId(),
    credential_id: id,
    name,
    public_key: Buffer.from(publicKey),
    counter: BigInt(counter),
    transports: (response.transports ?? []).map((transport) => transport.slice(0, 20)),
    is_synced: registrationInfo.credentialBackedUp,
    is_resident: credential.is_resident ?? false,
  })
}

/** The WebAuthn request options for the user's passkeys. `about` is the session or sign-in that they are for. */
export async function requestOptions(ctx: Ctx, subUserId: string, about: string): Promise<PasskeyRequest> {
  const own = await listPasskeys(ctx, subUserId)
  const challenge = issueChallenge(ctx, { subUserId, purpose: 'prove', about })
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx.services),
    challenge: bytesOf(challenge),
    timeout: limits.signInChallengeMinutes * 60_000,
    userVerification: 'preferred',
    allowCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
  })
  return options as unknown as PasskeyRequest
}

/**
 * Verifies a passkey's assertion: our challenge, our origin, a key of this user, and a counter that has increased where the
 * key counts. Throws `invalidPasskey`.
 */
export async function takeAssertion(
  ctx: Ctx,
  subUserId: string,
  assertion: PasskeyAssertion,
  about: string,
): Promise<void> {
  const challenge = await takeChallenge(ctx, assertion.response.clientDataJSON, { subUserId, purpose: 'prove', about })
  const passkey = (await listPasskeys(ctx, subUserId)).find(({ credential_id }) => credential_id === assertion.id)
  if (!passkey) throw new Fault('invalidPasskey')
  const counter = await verifyAssertion(ctx.services, assertion, { challenge, passkey, requireUserVerification: false })
  if (!(await notePasskeyUse(ctx, subUserId, passkey, counter))) throw new Fault('invalidPasskey')
}

/** Verifies the signature of an assertion for our origin. Throws `invalidPasskey`. @returns the passkey's counter. */
export async function verifyAssertion(
  services: Services,
  assertion: PasskeyAssertion,
  { challenge, passkey, requireUserVerification }: Expected,
): Promise<bigint> {
  const { userHandle, ...response } = assertion.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...assertion,
      response: { ...response, ...(userHandle !== undefined && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: services.publicUrl,
    expectedRPID: relyingParty(services),
    requireUserVerification,
    credential: {
      id: assertion.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(refused)
  if (!verified) throw new Fault('invalidPasskey')
  return BigInt(authenticationInfo.newCounter)
}
interface Expected {
  challenge: string
  passkey: { public_key: Buffer; counter: bigint }
  /** Whether the device has to have verified the user, by a finger, a face or a PIN. */
  requireUserVerification: boolean
}

/** Whether passkeys can be used: browsers make them for host names, not for IP addresses. */
export const passkeysPossible = ({ publicUrl }: Pick<Services, 'publicUrl'>): boolean =>
  !/^[\d.]+$|^\[/.test(new URL(publicUrl).hostname)

/** The accepted COSE algorithms: Ed25519, ES256, RS256. Every device supports one of them. */
const algorithms = [-8, -7, -257]

/** The relying party's id: our host name, from configuration and never from a header. */
export const relyingParty = ({ publicUrl }: Services): string => new URL(publicUrl).hostname

const refused = (cause: unknown): never => {
  throw new Fault('invalidPasskey', { cause })
}

interface Purpose {
  subUserId: string
  purpose: PasskeyPurpose
  about: string
}

function issueChallenge(ctx: Ctx, { subUserId, purpose, about }: Purpose): string {
  const challenge = newToken()
  ctx.write(challengesOf(ctx, subUserId).where('expires_at', '<=', databaseNow))
  ctx.write(
    ctx.own.insert('passkey_challenges', {
      sub_user_id: subUserId,
      challenge_hash: hashToken(challenge),
      purpose,
      about,
      expires_at: fromNow(limits.signInChallengeMinutes, 'minute'),
    }),
  )
  return challenge
}

/** Uses up the signed challenge, if we issued it for this purpose; it cannot be used again. */
async function takeChallenge(
  ctx: Ctx,
  clientDataJSON: string,
  { subUserId, purpose, about }: Purpose,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const taken = await challengesOf(ctx, subUserId)
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('about', '=', about)
    .where('expires_at', '>', databaseNow)
    .executeTakeFirst()
  if (taken.numDeletedRows === 0n) throw new Fault('invalidPasskey')
  return challenge
}

const challengesOf = (ctx: Ctx, subUserId: string) =>
  ctx.own.delete('passkey_challenges').where('sub_user_id', '=', subUserId)

/** The challenge that a browser has signed. Throws `invalidPasskey`. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    if (typeof challenge === 'string') return challenge
  } catch {
    // Not JSON: nothing that a browser has made.
  }
  throw new Fault('invalidPasskey')
}

/** The 32 bytes of a token of 43 characters. */
export const bytesOf = (token: string) => new Uint8Array(Buffer.from(token, 'base64url'))
