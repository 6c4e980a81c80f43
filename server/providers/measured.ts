import { metrics } from '#server/kit/process/metrics.ts'
import type { Outcome, Provider } from './provider.ts'

/** A provider whose answers are counted and timed, by operation and outcome. */
export function measured(name: string, provider: Provider): Provider {
  const timed =
    <Given extends unknown[]>(operation: string, ask: (...given: Given) => Promise<Outcome>) =>
    async (...given: Given): Promise<Outcome> => {
      const labels = { provider: name, operation }
      const end = metrics.providerSeconds.startTimer(labels)
      let outcome: Outcome['kind'] | 'defect' = 'defect'
      try {
        const answer = await ask(...given)
        outcome = answer.kind
        return answer
      } finally {
        end()
        metrics.providerCalls.inc({ ...labels, outcome })
      }
    }
  const { complete } = provider
  return {
    ...provider,
    authorise: timed('authorise', provider.authorise),
    ...(complete && { complete: timed('complete', complete) }),
    capture: timed('capture', provider.capture),
    void: timed('void', provider.void),
    refund: timed('refund', provider.refund),
    cancel: timed('cancel', provider.cancel),
    status: timed('status', provider.status),
  }
}
