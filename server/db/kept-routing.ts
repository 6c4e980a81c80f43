import type { Currency } from '#contract/kit/money.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { SkipReason } from '#contract/routing.ts'

/** The conditions of a routing rule; a condition that is absent holds for every order. */
export interface KeptConditions {
  currencies?: readonly Currency[]
  countries?: readonly string[]
  /** Inclusive bounds in minor units as decimal text; null for none. */
  amount?: readonly { currency: Currency; min: string | null; max: string | null }[]
  /** An empty sub-type stands for every sub-type. */
  methods?: readonly { type: OfferedMethod; sub_type: string }[]
  sources?: readonly string[]
  weekdays?: readonly number[]
  from_hour?: number
  to_hour?: number
}

/** A channel of a routing rule; an empty method stands for every method. */
export interface KeptChannel {
  channel_key: string
  method_key: OfferedMethod | ''
  rank: number
  weight: number
  is_enabled: boolean
}

/** A channel of a rule that was passed over. */
export interface Skipped {
  channel_key: string
  why: SkipReason
}

/** A rule as it is backtested. */
export interface KeptTrial {
  /** Empty for a rule that is not saved yet. */
  routing_ref: string
  name: string
  conditions: KeptConditions
  channels: KeptChannel[]
  is_default: boolean
  position: number
}

/** What the payments of an arm of a roll-out had come to. */
export interface KeptArm {
  payments: number
  ended: number
  succeeded: number
}
export interface KeptArms {
  candidate: KeptArm
  control: KeptArm
}
