import { useEffect, useState, type ReactNode } from 'react'
import { faults } from '#contract/faults.ts'
import { listRoutes, updateRoute } from '#contract/routing.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ChangedMeanwhile, changedFields } from './changed-meanwhile.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleMenu } from './rule-menu.tsx'
import { RuleTools } from './rule-tools.tsx'
import { bodyOf, fieldOf, ruleErrors, valuesOf } from './rule-values.ts'
import { ofRules, type Channels } from './use-rules.ts'
import { Versions } from './versions.tsx'

interface EditRuleProps {
  rules: readonly RoutingRule[]
  channels: Channels
  /** The version that the form was filled in from. */
  base: RoutingRule
  /** The version that is saved. */
  latest: RoutingRule
  /** Begins anew from a version. */
  onBegin: (rule: RoutingRule) => void
}

/** The form of a rule. What others have saved meanwhile is shown, and nothing that was typed is lost by it. */
export function EditRule({ rules, channels, base, latest, onBegin }: EditRuleProps): ReactNode {
  const go = useGo()
  const mayChange = useDenied('paymentChannels') === null
  /** The version that saving replaces. */
  const [seen, setSeen] = useState(base)
  const { refetch } = useCall(listRoutes, {})
  const callForm = useCallForm(updateRoute, {
    initial: valuesOf(base),
    path: { routing_ref: base.routing_ref },
    toBody: (values) => ({ ...bodyOf(values), revision: seen.revision }),
    blanks: 'sent',
    fieldOf,
    check: ruleErrors,
    refreshes: ofRules,
    onDone: ({ answer }) => onBegin(answer),
  })
  const { form, failure } = callForm
  const isConflict = failure?.reason === faults.changedMeanwhile.reason
  useEffect(() => {
    if (isConflict) void refetch()
  }, [isConflict])
  const isNewer = latest.revision > seen.revision
  const isUntouched = !form.isDirty()
  const isSameContent = isNewer && changedFields(seen, latest).length === 0
  useEffect(() => {
    if (isNewer && isUntouched) onBegin(latest)
    // Another place among the rules changes nothing of what is typed here.
    else if (isSameContent) setSeen(latest)
  }, [isNewer, isUntouched, isSameContent])
  return (
    <RuleForm
      {...callForm}
      failure={isConflict ? null : failure}
      {...{ rules, channels }}
      rule={latest}
      title={base.name}
      actions={
        mayChange && (
          <RuleMenu
            rule={latest}
            onDeleted={() => void go({ to: 'paymentChannels', search: { tab: 'routing' }, replace: true })}
          />
        )
      }
      notice={
        isNewer &&
        !isSameContent && (
          <ChangedMeanwhile
            before={seen}
            after={latest}
            onKeep={() => setSeen(latest)}
            onTake={() => onBegin(latest)}
          />
        )
      }
      below={
        <>
          <RuleTools
            draft={form.values}
            rule={latest}
            channels={channels}
            isChanged={form.isDirty()}
            onBegun={() => form.reset()}
          />
          <Versions rule={latest} channels={channels} onUse={(version) => form.setValues(valuesOf(version))} />
        </>
      }
    />
  )
}
