import type { ChargeLine } from '#server/subscription-store/amounts.ts'

/** A line of a charge as its row has it: amounts in minor units, as texts. */
export type KeptChargeLine = ChargeLine extends infer One
  ? One extends { amount: bigint }
    ? { [K in keyof One]: One[K] extends bigint ? string : One[K] }
    : never
  : never

/** A cost that is charged once, in minor units. */
export interface KeptCost {
  key: string
  amount: string
}

/** A note of the merchant's own. */
export interface KeptNote {
  key: string
  value: string
}
