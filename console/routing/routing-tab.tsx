import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { moveRoute } from '#contract/routing.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { toastFailure } from '#console/kit/ui/toast.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './routing.module.css'
import { RuleCard } from './rule-card.tsx'
import { ofRules, useRules, type Channels } from './use-rules.ts'

/** The routing rules in the order in which they are tried. */
export default function RoutingTab(): ReactNode {
  const { t } = useTranslation()
  const { rules, channels, query } = useRules()
  if (!rules || !channels) return <Unanswered query={query} lines={6} />
  if (rules.length === 0) return <NoRules />
  return (
    <>
      <div className={styles['head']}>
        <p className={styles['hint']}>{t(($) => $.routing.lead)}</p>
        <NewRuleButton />
      </div>
      <Rules rules={rules} channels={channels} />
    </>
  )
}

function NewRuleButton(): ReactNode {
  const { t } = useTranslation()
  return (
    <Offered rule="paymentChannels">
      <ButtonLink to="routingRule" search={{ rule: 'new' }} leftSection={<Icon name="plus" />}>
        {t(($) => $.routing.newRule)}
      </ButtonLink>
    </Offered>
  )
}

/** What happens without rules. */
function NoRules(): ReactNode {
  const { t } = useTranslation()
  return (
    <section className={styles['empty']} data-card>
      <h2>{t(($) => $.routing.emptyTitle)}</h2>
      <p>{t(($) => $.routing.emptyText)}</p>
      <ul>
        <li>{t(($) => $.routing.emptyDefault)}</li>
        <li>{t(($) => $.routing.emptyFailover)}</li>
        <li>{t(($) => $.routing.emptyRules)}</li>
      </ul>
      <NewRuleButton />
    </section>
  )
}

function Rules({ rules, channels }: { rules: readonly RoutingRule[]; channels: Channels }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(moveRoute, { refreshes: ofRules })
  const mayChange = useDenied('paymentChannels') === null
  /** The order while a rule is dragged, and until its move is saved and read again. */
  const [order, setOrder] = useState<readonly string[] | null>(null)
  useEffect(() => setOrder(null), [rules])
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const placed = useMemo(() => rules.filter(({ is_default }) => !is_default), [rules])
  const shown = useMemo(
    () => order?.flatMap((ref) => placed.find((rule) => rule.routing_ref === ref) ?? []) ?? placed,
    [order, placed],
  )
  const all = useMemo(() => [...shown, ...rules.filter(({ is_default }) => is_default)], [shown, rules])
  const moved = (ref: string, to: number): string[] => {
    const refs = shown.map(({ routing_ref }) => routing_ref)
    const from = refs.indexOf(ref)
    return to < 0 || to >= refs.length ? refs : refs.toSpliced(from, 1).toSpliced(to, 0, ref)
  }
  const save = async (ref: string, wanted: readonly string[]) => {
    const rule = placed.find((one) => one.routing_ref === ref)
    const place = wanted.indexOf(ref)
    if (!rule || pending) return
    if (placed[place] === rule) return setOrder(null)
    setOrder(wanted)
    const before = wanted[place + 1]
    const body = { revision: rule.revision, ...(before === undefined ? {} : { before }) }
    const outcome = await act({ path: { routing_ref: ref }, body })
    const params = { name: isolated(rule.name), place: place + 1, places: wanted.length }
    if (outcome.ok) return setSaid(t(($) => $.routing.movedTo, params))
    setOrder(null)
    toastFailure(failureText(outcome.error), outcome.error.requestId)
  }
  return (
    <>
      <ol className={styles['rules']} aria-label={t(($) => $.routing.rules)}>
        {all.map((rule, place) => {
          const { routing_ref: ref, is_default: isDefault } = rule
          const isMovable = mayChange && !isDefault && !pending
          return (
            <li
              key={ref}
              className={styles['rule']}
              data-card
              data-dragged={dragged === ref || undefined}
              draggable={isMovable && shown.length > 1}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', rule.name)
                setDragged(ref)
              }}
              onDragOver={(event) => {
                if (!dragged || isDefault) return
                event.preventDefault()
                if (dragged !== ref) setOrder(moved(dragged, place))
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged && order) void save(dragged, order)
                setDragged(null)
              }}
              onDragEnd={(event) => {
                setDragged(null)
                if (event.dataTransfer.dropEffect === 'none') setOrder(null)
              }}
            >
              <RuleCard
                rules={all}
                rule={rule}
                channels={channels}
                place={place}
                places={shown.length}
                onMove={(by) => !order && void save(ref, moved(ref, place + by))}
              />
            </li>
          )
        })}
      </ol>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  )
}
