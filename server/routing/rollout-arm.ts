import type { RolloutArm } from '#contract/routing-shapes.ts'
import type { KeptChannel, KeptConditions } from '#server/db/kept-routing.ts'
import { drawOf } from './draw.ts'

/** A version of a rule that a share of the orders goes by. */
export interface Trial {
  rollout_id: string
  /** Of 100 orders. */
  share: number
  version: number
  conditions: KeptConditions
  channels: readonly KeptChannel[]
  /** Whether the other orders go without the rule. */
  is_new: boolean
}

/** The arm of an order that a roll-out is about. */
export interface InArm {
  rolloutId: string
  arm: RolloutArm
}

/**
 * The arm of an order: the draw of channels with the roll-out in the place of the rule, so that an order keeps its arm over
 * reloads, nodes and attempts.
 */
export function armOf({ rollout_id: routingRef, share }: Trial, merchantOrderRef: string): RolloutArm {
  const place = (channelKey: RolloutArm, weight: number) => drawOf({ routingRef, channelKey, weight }, merchantOrderRef)
  return place('candidate', share) > place('control', 100 - share) ? 'candidate' : 'control'
}

interface WithTrial {
  version: number
  conditions: KeptConditions
  channels: readonly KeptChannel[]
  trial?: Trial | null
}

/** The rules as the orders of an arm go by them. */
export const rulesOfArm = <Rule extends WithTrial>(rules: readonly Rule[], arm: RolloutArm): Rule[] =>
  rules.flatMap((rule) => {
    if (!rule.trial) return [rule]
    const { version, conditions, channels, is_new: isNew } = rule.trial
    if (arm === 'candidate') return [{ ...rule, version, conditions, channels, trial: null }]
    return isNew ? [] : [{ ...rule, trial: null }]
  })
