import { metrics } from '#server/kit/process/metrics.ts'
import type { Provider } from './provider.ts'

/** A provider whose answers are counted and timed, by operation and outcome. */
export function measured(name: string, provider: Provider): Provider {
  const timed =
    <Given extends unknown[], Answer extends { kind: string }>(
      operation: string,
      ask: (...given: Given) => Promise<Answer>,
    ) =>
    async (...given: Given): Promise<Answer> => {
      const labels = { provider: name, operation }
      const end = metrics.providerSeconds.startTimer(labels)
      let outcome = 'defect'
      try {
        const answer = await ask(...given)
        outcome = answer.kind
        return answer
      } finally {
        end()
        metrics.providerCalls.inc({ ...labels, outcome })
      }
    }
  const { complete, mandates } = provider
  return {
    ...provider,
    authorise: timed('authorise', provider.authorise),
    ...(complete && { complete: timed('complete', complete) }),
    capture: timed('capture', provider.capture),
    void: timed('void', provider.void),
    refund: timed('refund', provider.refund),
    cancel: timed('cancel', provider.cancel),
    status: timed('status', provider.status),
    ...(mandates && {
      mandates: {
        setUp: timed('mandate_set_up', mandates.setUp),
        status: timed('mandate_status', mandates.status),
        revoke: timed('mandate_revoke', mandates.revoke),
      },
    }),
  }
}
