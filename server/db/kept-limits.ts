import type { Currency } from '#contract/kit/money.ts'

/** The bounds of a way by currency; minor units as decimal text. */
export type KeptLimits = Partial<Record<Currency, { minimum?: string; maximum?: string }>>
