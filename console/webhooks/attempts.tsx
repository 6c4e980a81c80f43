import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WholeAttempt } from '#contract/webhook-log.ts'
import { Time } from '#console/kit/details/values.tsx'
import { CodeBlock } from '#console/kit/ui/code-block.tsx'
import { attemptDifferences } from './attempt-differences.ts'
import { AttemptStatus } from '#console/kit/details/delivery-details.tsx'
import styles from './attempts.module.css'

/** Attempts, newest first, each with what was sent and came back, and with what differs from the one before. */
export function Attempts({ attempts }: { attempts: readonly WholeAttempt[] }): ReactNode {
  const { t } = useTranslation()
  if (attempts.length === 0) return <p>{t(($) => $.deliveries.noAttempts)}</p>
  return (
    <ol className={styles['attempts']}>
      {attempts.map((attempt, index) => (
        <li key={attempts.length - index}>
          <Attempt attempt={attempt} before={attempts[index + 1]} newest={index === 0} />
        </li>
      ))}
    </ol>
  )
}

interface AttemptProps {
  attempt: WholeAttempt
  before: WholeAttempt | undefined
  newest: boolean
}
function Attempt({ attempt, before, newest }: AttemptProps): ReactNode {
  const { t } = useTranslation()
  const { response } = attempt
  return (
    <details open={newest} className={styles['attempt']}>
      <summary>
        <strong>
          <AttemptStatus {...attempt} />
        </strong>{' '}
        <span className={styles['quiet']}>
          <Time at={attempt.at} exact /> · {t(($) => $.deliveries.duration, { ms: attempt.duration_ms })}
        </span>
      </summary>
      <Durations attempt={attempt} />
      <CodeBlock code={headerText(attempt.request_headers)} label={t(($) => $.deliveries.requestHeaders)} />
      <CodeBlock code={headerText(attempt.response_headers)} label={t(($) => $.deliveries.responseHeaders)} />
      <CodeBlock code={response} label={t(($) => $.deliveries.answer)} />
      {before && <Differences differences={attemptDifferences(before, attempt)} />}
    </details>
  )
}

function Durations({ attempt }: { attempt: WholeAttempt }): ReactNode {
  const { t } = useTranslation()
  const parts = (['name_ms', 'connect_ms', 'tls_ms', 'first_byte_ms'] as const).flatMap((part) => {
    const ms = attempt[part]
    return ms === null ? [] : [{ part, ms }]
  })
  return (
    <dl className={styles['durations']}>
      {parts.map(({ part, ms }) => (
        <div key={part}>
          <dt>{t(($) => $.deliveries.parts[part])}</dt>
          <dd>{t(($) => $.deliveries.duration, { ms })}</dd>
        </div>
      ))}
    </dl>
  )
}

function Differences({ differences }: { differences: ReturnType<typeof attemptDifferences> }): ReactNode {
  const { t } = useTranslation()
  return (
    <section aria-label={t(($) => $.deliveries.differences)}>
      <h4>{t(($) => $.deliveries.differences)}</h4>
      {differences.length === 0 ? (
        <p className={styles['quiet']}>{t(($) => $.deliveries.noDifference)}</p>
      ) : (
        <dl className={styles['differences']}>
          {differences.map(({ name, before, after }) => (
            <div key={name}>
              <dt dir="ltr">{name}</dt>
              <dd>
                <del dir="ltr">{before || '–'}</del> <ins dir="ltr">{after || '–'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

const headerText = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n') || '–'
