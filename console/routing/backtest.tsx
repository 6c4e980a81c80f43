import '@mantine/core/styles/Progress.css'
import { Button, Progress, Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { beginBacktest, readBacktest, type Backtest } from '#contract/backtests.ts'
import { timestampText } from '#contract/kit/wire.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { percentWords } from '#console/kit/i18n/names.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { BacktestOutcome } from './backtest-outcome.tsx'
import { contentBody, type RuleDraft } from './rule-draft.ts'
import styles from './rule-tools.module.css'

/** The lengths of time that a backtest can look back on, in days. */
const spans = ['7', '30', '90', '365'] as const
const dayMs = 86_400_000

/** What the rule, as it is typed, would have done with past payments. */
export function BacktestSection({ draft, rule, channels }: RuleDraft): ReactNode {
  const { t } = useTranslation()
  const mayChange = useDenied('paymentChannels') === null
  const [days, setDays] = useState<string>('90')
  const [begun, setBegun] = useState({ id: '', drafted: '' })
  const isUnderWay = ({ state }: Backtest) => state === 'waiting' || state === 'running'
  const [polling, setPolling] = useState(true)
  const latest = useCall(
    readBacktest,
    { query: rule ? { routing_ref: rule.routing_ref } : {} },
    polling ? { everyMs: 1_500 } : {},
  )
  const { act, pending, error } = useAction(beginBacktest, { refreshes: [readBacktest], quiet: true })
  const drafted = JSON.stringify(contentBody(draft, ''))
  const found = latest.data?.backtest
  // Of a rule that is not saved, only what was begun here is about it.
  const backtest = found && (rule || found.backtest_id === begun.id) ? found : null
  const busy = found ? isUnderWay(found) : false
  if (latest.data && polling !== busy) setPolling(busy)
  const begin = async () => {
    const now = Date.now()
    const outcome = await act({
      body: {
        ...(rule && { routing_ref: rule.routing_ref }),
        rule: contentBody(
          draft,
          t(($) => $.routing.newRule),
        ),
        from: timestampText(new Date(now - Number(days) * dayMs)),
        to: timestampText(new Date(now)),
      },
    })
    if (outcome.ok) setBegun({ id: outcome.answer.backtest_id, drafted })
  }
  return (
    <Section title={t(($) => $.routing.backtest.title)}>
      <p className={styles['hint']}>{t(($) => $.routing.backtest.lead)}</p>
      {mayChange && (
        <div className={styles['row']}>
          <Select
            label={t(($) => $.routing.backtest.span)}
            data={spans.map((value) => ({
              value,
              label: t(($) => $.routing.backtest.lastDays, { count: Number(value) }),
            }))}
            allowDeselect={false}
            value={days}
            onChange={(value) => setDays(value ?? '90')}
          />
          <Button
            variant="default"
            loading={pending}
            disabled={draft.channels.length === 0 || busy}
            onClick={() => void begin()}
          >
            {t(($) => $.routing.backtest.run)}
          </Button>
        </div>
      )}
      {draft.channels.length === 0 && <p className={styles['hint']}>{t(($) => $.routing.backtest.withoutChannel)}</p>}
      {error && <FormFailure error={error} />}
      {!latest.data && <Unanswered query={latest} lines={2} />}
      {!backtest && busy && <p className={styles['hint']}>{t(($) => $.routing.backtest.another)}</p>}
      <div role="status">
        {backtest && isUnderWay(backtest) && <UnderWay backtest={backtest} />}
        {backtest?.state === 'failed' && <p>{t(($) => $.routing.backtest.failed)}</p>}
      </div>
      {backtest?.result && (
        <>
          <p className={styles['under']}>
            {t(($) => $.routing.backtest.of, { name: isolated(backtest.rule_name) })} <Time at={backtest.from} /> –{' '}
            <Time at={backtest.to} zoned />
          </p>
          {begun.id === backtest.backtest_id && begun.drafted !== drafted && (
            <p className={styles['changed']}>{t(($) => $.routing.backtest.changed)}</p>
          )}
          <BacktestOutcome result={backtest.result} digest={backtest.digest} channels={channels} />
        </>
      )}
    </Section>
  )
}

function UnderWay({ backtest: { progress, payments, state } }: { backtest: Backtest }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const share = percentWords(progress / 100, language)
  return (
    <div className={styles['progress']}>
      <Progress
        value={progress}
        aria-label={t(($) => $.routing.backtest.title)}
        {...(state === 'waiting' && { animated: true })}
      />
      <p className={styles['under']}>
        {state === 'waiting'
          ? t(($) => $.routing.backtest.waiting)
          : t(($) => $.routing.backtest.running, { count: payments, share })}
      </p>
    </div>
  )
}
