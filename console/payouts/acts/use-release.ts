import { useState } from 'react'
import {
  approvePayouts,
  challengePayoutPasskey,
  decisionParams,
  generateApproveCode,
  generateVerifyCode,
  resendApproveCode,
  resendVerifyCode,
  verifyPayouts,
  type CodeSent,
} from '#contract/payout-approvals.ts'
import type { PayoutRow } from '#contract/payout-shapes.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { PasskeyRefused, signWithPasskey } from '#console/kit/auth/passkey.ts'
import { environmentOf, signingKey, useUser } from '#console/kit/auth/session.ts'
import { signWithSessionKey } from '#console/kit/auth/sign.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { ofPayouts } from '../calls.ts'
import type { Offer } from './offer.ts'

export interface Release {
  /** Sends a code; null when that failed. */
  send: (way: 'email' | 'phone') => Promise<CodeSent | null>
  /** Sends a new code for the same; the one before ends. */
  resend: (way: 'email' | 'phone') => Promise<CodeSent | null>
  /** Has the passkey sign the same payouts; null when that failed. */
  sign: () => Promise<Offer | null>
  /** Verifies or approves; whether that has happened. */
  give: (offer: Offer) => Promise<boolean>
  pending: boolean
  error: CallError | null
  /** The browser has no passkey for this, or the user has called it off. */
  isRefused: boolean
}

/** The calls by which payouts are verified or approved. */
export function useRelease(act: 'verify' | 'approve', payouts: readonly PayoutRow[]): Release {
  const user = useUser()
  const environment = environmentOf(user)
  const clientKey = useActingFor() || user.iamportKey
  const [isRefused, setRefused] = useState(false)
  const quiet = { quiet: true } as const
  const generate = useAction(act === 'verify' ? generateVerifyCode : generateApproveCode, quiet)
  const again = useAction(act === 'verify' ? resendVerifyCode : resendApproveCode, quiet)
  const challenge = useAction(challengePayoutPasskey, quiet)
  const decide = useAction(act === 'verify' ? verifyPayouts : approvePayouts, { refreshes: ofPayouts })
  const all = [generate, again, challenge, decide]
  const txn_refs = payouts.map(({ txn_ref: ref }) => ref)
  const body = { environment, txn_refs }
  const afresh = () => {
    setRefused(false)
    for (const { reset } of all) reset()
  }
  const sent = async ({ act: ask }: typeof generate | typeof again, way: 'email' | 'phone') => {
    afresh()
    const outcome = await ask({ body: { ...body, two_fa_type: way } })
    return outcome.ok ? outcome.answer : null
  }
  return {
    send: (way) => sent(generate, way),
    resend: (way) => sent(again, way),
    async sign() {
      afresh()
      const outcome = await challenge.act({ body: { ...body, act } })
      if (!outcome.ok) return null
      try {
        return { passkey: await signWithPasskey(outcome.answer.request) }
      } catch (cause) {
        if (!(cause instanceof PasskeyRefused)) throw cause
        setRefused(true)
        return null
      }
    },
    async give(offer) {
      afresh()
      const given = { ...body, ...offer }
      const params = decisionParams(given, { action: act, clientKey })
      const signature_hash = await signWithSessionKey(params, signingKey())
      return (await decide.act({ body: { ...given, signature_hash } })).ok
    },
    pending: all.some(({ pending }) => pending),
    error: all.map(({ error }) => error).find((error) => error !== null) ?? null,
    isRefused,
  }
}
