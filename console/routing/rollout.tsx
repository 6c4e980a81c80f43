import { Button, Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { beginRollout, completeRollout, readRollout, takeBackRollout, type Rollout } from '#contract/rollouts.ts'
import { limits } from '#contract/limits.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { numberText, percentWords } from '#console/kit/i18n/names.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { contentBody, type RuleDraft } from './rule-draft.ts'
import styles from './rule-tools.module.css'
import { SuccessBar } from './success-bar.tsx'
import { ofRules } from './use-rules.ts'

const refreshed = [readRollout, ...ofRules]

/** Lets a share of the orders go by the rule as it is typed, and shows how they fare. */
export function RolloutSection({ rule, ...props }: RuleDraft): ReactNode {
  const { t } = useTranslation()
  return (
    <Section title={t(($) => $.routing.rollout.title)}>
      <p className={styles['hint']}>{t(($) => $.routing.rollout.lead)}</p>
      {rule ? <OfRule rule={rule} {...props} /> : <p>{t(($) => $.routing.rollout.saveFirst)}</p>}
    </Section>
  )
}

function OfRule({ rule, ...props }: RuleDraft & { rule: RoutingRule }): ReactNode {
  const { t } = useTranslation()
  const read = useCall(readRollout, { query: { routing_ref: rule.routing_ref } }, { everyMs: 10_000 })
  const mayChange = useDenied('paymentChannels') === null
  if (!read.data) return <Unanswered query={read} lines={3} />
  const { rollout, running_ref: running } = read.data
  const isRunning = rollout?.state === 'running'
  return (
    <>
      {rollout && <Standing rollout={rollout} />}
      {mayChange && isRunning && <Ending rule={rule} />}
      {running !== '' && !isRunning && (
        <p>
          {t(($) => $.routing.rollout.another)}{' '}
          <ScreenLink to="routingRule" search={{ rule: running }}>
            {t(($) => $.routing.rollout.toAnother)}
          </ScreenLink>
        </p>
      )}
      {mayChange && running === '' && <Beginning rule={rule} {...props} />}
    </>
  )
}

const shares = ['1', '5', '10', '20', '50'] as const

function Beginning({ rule, draft, isChanged, onBegun }: RuleDraft & { rule: RoutingRule }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [share, setShare] = useState<string>('10')
  const { act, pending, error } = useAction(beginRollout, { refreshes: refreshed })
  const { routing_ref, revision } = rule
  const isSame = rule.is_enabled && !isChanged
  const begin = async () => {
    const content = contentBody(draft, rule.name)
    const body = { routing_ref, revision, share: Number(share), rule: content }
    const outcome = await act({ body })
    if (outcome.ok) onBegun?.()
  }
  return (
    <>
      {isSame && <p>{t(($) => $.routing.rollout.changeFirst)}</p>}
      <div className={styles['row']}>
        <Select
          label={t(($) => $.routing.rollout.share)}
          data={shares.map((value) => ({ value, label: percentWords(Number(value) / 100, language) }))}
          allowDeselect={false}
          disabled={isSame}
          value={share}
          onChange={(value) => setShare(value ?? '10')}
        />
        <Button variant="default" loading={pending} disabled={isSame} onClick={() => void begin()}>
          {t(($) => $.routing.rollout.begin)}
        </Button>
      </div>
      {error && <FormFailure error={error} />}
    </>
  )
}

/** Ends a roll-out in either way, after a question. */
function Ending({ rule }: { rule: RoutingRule }): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'takeBack' | 'complete' | null>(null)
  const takeBack = useAction(takeBackRollout, { refreshes: refreshed })
  const complete = useAction(completeRollout, { refreshes: refreshed })
  const { routing_ref, revision } = rule
  const { act, pending, error } = asking === 'complete' ? complete : takeBack
  const end = async () => {
    await act({ body: { routing_ref, revision } })
    setAsking(null)
  }
  const failure = error ?? complete.error ?? takeBack.error
  return (
    <>
      <div className={styles['row']}>
        <Button onClick={() => setAsking('complete')}>{t(($) => $.routing.rollout.complete)}</Button>
        <Button variant="default" onClick={() => setAsking('takeBack')}>
          {t(($) => $.routing.rollout.takeBack)}
        </Button>
      </div>
      {failure && <FormFailure error={failure} />}
      {asking && (
        <Confirm
          title={t(($) => $.routing.rollout.asks[asking].title)}
          confirm={t(($) => $.routing.rollout[asking])}
          pending={pending}
          onConfirm={() => void end()}
          onClose={() => setAsking(null)}
        >
          <p>{t(($) => $.routing.rollout.asks[asking].text)}</p>
        </Confirm>
      )}
    </>
  )
}

/** How the two arms fare, or fared until the end. */
function Standing({ rollout }: { rollout: Rollout }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { state, share, version, candidate, control } = rollout
  const percent = percentWords(share / 100, language)
  const rows = [
    { name: t(($) => $.routing.rollout.candidate, { version }), arm: candidate, isNew: true },
    {
      name:
        rollout.control_version === 0
          ? t(($) => $.routing.rollout.without)
          : t(($) => $.routing.rollout.control, { version: rollout.control_version }),
      arm: control,
      isNew: false,
    },
  ]
  return (
    <div className={styles['outcome']}>
      <p>
        <strong>
          {state === 'running'
            ? t(($) => $.routing.rollout.running, { version, percent })
            : t(($) => (rollout.is_automatic ? $.routing.rollout.tookItself : $.routing.rollout.ended[state]), {
                version,
              })}
        </strong>{' '}
        <span className={styles['under']}>
          <Time at={rollout.ended_at ?? rollout.began_at} zoned />
          {(rollout.ended_at ? rollout.ended_by : rollout.began_by) && ' · '}
          <bdi>{rollout.ended_at ? rollout.ended_by : rollout.began_by}</bdi>
        </span>
      </p>
      <SmallTable
        rows={rows}
        rowKey={({ name }) => name}
        nothing=""
        columns={[
          { name: 'arm', kind: 'text', cell: ({ name }) => name },
          { name: 'payments', kind: 'number', place: 'more', cell: ({ arm }) => numberText(arm.payments, language) },
          { name: 'ended', kind: 'number', place: 'more', cell: ({ arm }) => numberText(arm.ended, language) },
          { name: 'succeeded', kind: 'number', place: 'more', cell: ({ arm }) => numberText(arm.succeeded, language) },
          {
            name: 'success',
            kind: 'text',
            place: 'more',
            cell: ({ arm, isNew }) =>
              arm.ended === 0 ? '–' : <SuccessBar success={arm} tone={isNew ? 'after' : 'before'} />,
          },
        ]}
      />
      <p role="status">
        <Verdict rollout={rollout} />
      </p>
      {state === 'running' && <p className={styles['under']}>{t(($) => $.routing.rollout.locked)}</p>}
    </div>
  )
}

function Verdict({ rollout: { state, candidate, control, z } }: { rollout: Rollout }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const least = Math.min(candidate.ended, control.ended)
  if (state === 'running' && least < limits.rolloutEnded)
    return t(($) => $.routing.rollout.tooFew, { ended: numberText(least, language), wanted: limits.rolloutEnded })
  if (z === null) return null
  const found = Math.abs(z) <= limits.rolloutZ ? 'chance' : z > 0 ? 'worse' : 'better'
  return t(($) => $.routing.rollout.verdict[found])
}
