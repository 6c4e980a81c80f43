import { metrics } from '#server/kit/process/metrics.ts'
import type { Outcome, Provider } from './provider.ts'

/** A provider whose answers are counted and timed, by operation and outcome. */
export function measured(name: string, provider: Provider): Provider {
  const timed =
    <R>(operation: string, ask: (request: R, signal: AbortSignal) => Promise<Outcome>) =>
    async (request: R, signal: AbortSignal): Promise<Outcome> => {
      const labels = { provider: name, operation }
      const end = metrics.providerSeconds.startTimer(labels)
      let outcome: Outcome['kind'] | 'defect' = 'defect'
      try {
        const answer = await ask(request, signal)
        outcome = answer.kind
        return answer
      } finally {
        end()
        metrics.providerCalls.inc({ ...labels, outcome })
      }
    }
  return {
    ...provider,
    authorise: timed('authorise', provider.authorise),
    capture: timed('capture', provider.capture),
    refund: timed('refund', provider.refund),
    status: timed('status', provider.status),
  }
}
