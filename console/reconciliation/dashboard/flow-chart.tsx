import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowId, ReconFlow } from '#contract/recon-dashboard.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ScreenLink, useGo, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { layoutOf, type Measure } from './flow-layout.ts'
import { amountsOf, boxNumber, boxWord, flowNumber, toneOf } from './flow-words.ts'
import styles from './dashboard.module.css'

interface FlowProps {
  flow: ReconFlow
  pair: ReconPair
  measure: Measure
  /** The chart is that of the question before. */
  waiting: boolean
  /** The address of the records of a box, or of those on the side that a flow begins on. */
  toRecords: (box: FlowId, begins: FlowId) => RawSearch
}
/** Narrower than this there is no room for boxes beside each other. */
const leastWidth = 600

/** Where records come to, as boxes and ribbons between them. Each leads to exactly its records; without room it is a list of bars. */
export function FlowChart(props: FlowProps): ReactNode {
  const { flow, pair, measure, waiting } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const { ref, width } = useElementSize()
  const field = (id: FlowId) => flow.dataFields.find((one) => one.id === id)
  const word = (id: FlowId) => boxWord(id, pair.leg)
  const links = flow.dataNodes.filter(({ count }) => count > 0)
  return (
    <div className={styles['chart']}>
      <Card
        title={t(($) => $.reconDashboard.chart)}
        ready
        waiting={waiting}
        error={null}
        onRetry={() => undefined}
        size="row"
        table={{
          head: [t(($) => $.reconDashboard.fromBox), t(($) => $.reconDashboard.toBox), t(($) => $.reconDashboard.measures.count), t(($) => $.reconDashboard.measures.amount)],
          rows: links.map(({ from, to, count, value }) => ({
            key: `${from} ${to}`,
            cells: [word(from), word(to), numberText(count, language), flow.currency ? flowNumber(value, flow, 'amount', language) : amountsOf(field(to) ?? { values: [] }, language).join(' ')],
          })),
        }}
      >
        <div ref={ref} className={styles['room']}>
          {width >= leastWidth ? (
            <Drawn {...props} width={width} />
          ) : (
            <LyingBars
              bars={links.map(({ from, to, count, value }) => ({
                key: `${from} ${to}`,
                name: word(to),
                value: measure === 'count' ? count : Math.abs(value),
                words: flowNumber(measure === 'count' ? count : value, flow, measure, language),
                note: t(($) => $.reconDashboard.of, { box: word(from) }),
                to: { to: 'reconDashboard', search: props.toRecords(to, from) as never },
              }))}
            />
          )}
        </div>
      </Card>
    </div>
  )
} // prettier-ignore

function Drawn({ flow, pair, measure, width, toRecords }: FlowProps & { width: number }): ReactNode {
  const { t, i18n } = useTranslation()
  const language = useLanguage()
  const go = useGo()
  const { boxes, ribbons, boxWidth, height } = layoutOf(flow, measure, width, i18n.dir() === 'rtl')
  const open = (to: FlowId, from: FlowId) =>
    void go({ to: 'reconDashboard', search: toRecords(to, from) as never })
  return (
    <div className={styles['drawn']} style={{ height }}>
      <svg width={width} height={height} role="group" aria-label={t(($) => $.reconDashboard.flows)}>
        {ribbons.map(({ from, to, value, path }) => {
          const name = t(($) => $.reconDashboard.flow, { from: boxWord(from, pair.leg), to: boxWord(to, pair.leg), number: flowNumber(value, flow, measure, language) })
          return (
            <path
              key={`${from} ${to}`}
              d={path}
              role="link"
              tabIndex={0}
              aria-label={name}
              data-tone={toneOf(to)}
              onClick={() => open(to, from)}
              onKeyDown={({ key }) => {
                if (key === 'Enter') open(to, from)
              }}
            >
              <title>{name}</title>
            </path>
          )
        })}
      </svg>
      {boxes.map(({ id, x, y, height: tall }) => {
        const box = flow.dataFields.find((one) => one.id === id)
        return (
          box && (
            <ScreenLink
              key={id}
              to="reconDashboard"
              search={toRecords(id, id) as never}
              className={styles['box']}
              data-tone={toneOf(id)}
              style={{ left: x, top: y, width: boxWidth, height: tall }}
            >
              <span>{boxWord(id, pair.leg)}</span>
              <strong>{boxNumber(box, measure, language)}</strong>
              {measure === 'amount' && <small>{t(($) => $.reconDashboard.records, { count: box.count })}</small>}
              {id === 'reconciled_sale_settlements' && box.count_source_b !== undefined && box.count_source_b !== box.count && (
                <small>{t(($) => $.reconDashboard.linesBeside, { count: box.count_source_b })}</small>
              )}
            </ScreenLink>
          )
        )
      })}
    </div>
  )
} // prettier-ignore
