import type { Connection, Tested } from '../provider.ts'
import type { Ask, Reply } from './http.ts'

/**
 * Tests a secret key by what it may read. The address of call-backs is entered by a person in Xendit's dashboard, so
 * nothing is registered.
 */
export function xenditConnection(ask: Ask): Connection {
  return {
    async test(signal): Promise<Tested> {
      const checks: { name: string; ok: boolean; text: string }[] = []
      for (const { name, path } of reads) {
        const reply = await ask({ path }, signal)
        if (reply.kind === 'answer' && reply.status === 401) {
          return { kind: 'refused', field: 'secret_key', providerText: reply.message || reply.code }
        }
        if (reply.kind !== 'answer' || (reply.status !== 200 && reply.status !== 403)) {
          return { kind: 'silent', why: whyOf(reply) }
        }
        checks.push({ name, ok: reply.status === 200, text: reply.message || reply.code })
      }
      return { kind: 'working', account: '', checks }
    },
  }
}

/** The permissions of a key as Xendit's dashboard names them, each with a request that needs it. */
const reads = [
  { name: 'Balance', path: '/balance' },
  { name: 'Money-in', path: '/payment_requests?limit=1' },
]

const whyOf = (reply: Reply): string => (reply.kind === 'answer' ? `answered ${reply.status} ${reply.code}` : reply.why)
