import { expect, it } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import type { FaultName } from '#contract/faults.ts'
import { faultsOf } from './call-faults.ts'

/** Faults that a handler throws too, for a reason of its own. */
const ofHandlersToo: readonly FaultName[] = ['notFound', 'denied', 'tooFast', 'invalidRequest']

it('no call repeats a fault that already follows from its declaration', () => {
  const repeated = allCalls().flatMap(({ name, call }) => {
    const derived = faultsOf({ ...call, faults: [] })
    return (call.faults ?? []).flatMap((fault) =>
      derived.has(fault) && !ofHandlersToo.includes(fault) ? [`${name}: ${fault}`] : [],
    )
  })
  expect(repeated).toEqual([])
})
