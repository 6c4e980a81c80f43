import type { SendFault } from './mail.ts'
import { post } from './outbound.ts'

/** Sends short messages through the operator's provider. */
export interface Sms {
  /**
   * Resolves with null when the provider has accepted the message; never throws for errors of the provider or the
   * network.
   */
  send(message: { id: string; to: string; text: string }): Promise<SendFault | null>
}

/**
 * For any provider that accepts `POST {to, text}` as JSON with a bearer token and answers 2xx. The id of the message is
 * sent as `Idempotency-Key`, the same in every attempt.
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
        // The URL is a setting of the operator, so it is trusted.
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
