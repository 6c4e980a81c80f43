import type { RoutingRule } from '#contract/routing-shapes.ts'
import { bodyOf, type RuleValues } from './rule-values.ts'
import type { Channels } from './use-rules.ts'

/** A rule as it is typed, before it is saved. */
export interface RuleDraft {
  draft: RuleValues
  /** The rule as it is saved; null for a new one. */
  rule: RoutingRule | null
  channels: Channels
  /** Whether what is typed differs from what is saved. */
  isChanged: boolean
  /** After a version has begun to be rolled out: what was typed is that version. */
  onBegun?: () => void
}

/** What a version of a rule would say, as the calls take it. */
export function contentBody(draft: RuleValues, unnamed: string) {
  const { name, conditions, channels } = bodyOf(draft)
  return { name: name.trim() || unnamed, conditions, channels }
}
