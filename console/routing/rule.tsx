import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import './pill-styles.ts'
import { EditRule } from './edit-rule.tsx'
import { NewRule } from './new-rule.tsx'
import { useRules, type Channels } from './use-rules.ts'

/** The editor of a routing rule, or of a new one. */
export default function Rule(): ReactNode {
  const { t } = useTranslation()
  const { rule: ref } = useScreenSearch('routingRule')
  const { rules, isAsking, channels, query } = useRules()
  const rule = rules?.find((one) => one.routing_ref === ref)
  if (rules && channels && ref === 'new') return <NewRule rules={rules} channels={channels} />
  if (rule && rules && channels) return <Edited key={rule.routing_ref} rules={rules} rule={rule} channels={channels} />
  return (
    <Screen name="routingRule" back="paymentChannels" backSearch={{ tab: 'routing' }}>
      {rules && channels && !isAsking ? (
        <Empty title={t(($) => $.routing.missing)} text={t(($) => $.missing.text)}>
          <ButtonLink to="paymentChannels" search={{ tab: 'routing' }} variant="default">
            {t(($) => $.routing.toRules)}
          </ButtonLink>
        </Empty>
      ) : (
        <Unanswered query={query} lines={10} />
      )}
    </Screen>
  )
}

interface EditedProps {
  rules: readonly RoutingRule[]
  rule: RoutingRule
  channels: Channels
}
/** The form begins anew from the version that was saved or chosen, and not when another one arrives meanwhile. */
function Edited({ rules, rule, channels }: EditedProps): ReactNode {
  const [base, setBase] = useState(rule)
  return <EditRule key={base.revision} {...{ rules, channels, base }} latest={rule} onBegin={setBase} />
}
