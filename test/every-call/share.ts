import { allCalls } from '#contract/contract.ts'

/** How many probes each call gets of a number that is fixed for all calls together. */
export const share = (ofAll: number): number => Math.max(1, Math.floor(ofAll / allCalls().length))
