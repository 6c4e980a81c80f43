import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createRoute } from '#contract/routing.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleTools } from './rule-tools.tsx'
import { bodyOf, emptyRule, fieldOf, ruleErrors } from './rule-values.ts'
import { ofRules, type Channels } from './use-rules.ts'

/** The form of a new rule, which is tried behind the others. */
export function NewRule({ rules, channels }: { rules: readonly RoutingRule[]; channels: Channels }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const form = useCallForm(createRoute, {
    initial: emptyRule,
    toBody: bodyOf,
    blanks: 'sent',
    fieldOf,
    check: ruleErrors,
    refreshes: ofRules,
    onDone: ({ answer }) => void go({ to: 'routingRule', search: { rule: answer.routing_ref }, replace: true }),
  })
  return (
    <RuleForm
      {...form}
      {...{ rules, channels }}
      rule={null}
      title={t(($) => $.routing.newRule)}
      below={<RuleTools draft={form.form.values} rule={null} channels={channels} isChanged />}
    />
  )
}
