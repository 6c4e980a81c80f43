import type { ReactNode } from 'react'
import { BacktestSection } from './backtest.tsx'
import { RolloutSection } from './rollout.tsx'
import type { RuleDraft } from './rule-draft.ts'

/** What shows how good a rule is before all orders go by it: past payments, and a share of the coming ones. */
export const RuleTools = (props: RuleDraft): ReactNode => (
  <>
    <BacktestSection {...props} />
    <RolloutSection {...props} />
  </>
)
