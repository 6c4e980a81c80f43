import type { SendFault } from './mail.ts'
import { post } from './outbound.ts'

/** Sends short messages by the operator's provider. */
export interface Sms {
  /** Null when the provider has taken it; never throws for what the provider or the network does. */
  send(message: { id: string; to: string; text: string }): Promise<SendFault | null>
}

/**
 * Any provider that takes `POST {to, text}` as JSON with a bearer token; 2xx is taken. The message's id comes along as
 * `Idempotency-Key`, the same over all attempts.
 */
export function openSms({ url, token }: { url: string; token: string | null }): Sms {
  return {
    async send({ id, to, text }) {
      const answer = await post(url, {
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to, text }),
        // The operator's own setting, not a stranger's.
        allowLoopback: true,
      })
      if ('fault' in answer) return { permanent: false, text: answer.text }
      const { status } = answer
      if (status >= 200 && status < 300) return null
      const permanent = status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)
      return { permanent, text: `The SMS provider answered ${status}.` }
    },
  }
}
