import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readReconOriginal } from '#contract/recon-evidence.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Nothing } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import styles from './dashboard.module.css'

/** The row as it stands in its file, which is read anew once somebody asks for it. */
export function OriginalRow({ recordRef }: { recordRef: string }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [isAsked, setAsked] = useState(false)
  const query = useCall(
    readReconOriginal,
    { path: { record_ref: recordRef }, query: { environment } },
    { enabled: isAsked },
  )
  const { data } = query
  return (
    <Section title={t(($) => $.reconEvidence.original)}>
      {!isAsked ? (
        <Button variant="default" onClick={() => setAsked(true)}>
          {t(($) => $.reconEvidence.showOriginal)}
        </Button>
      ) : !data ? (
        <Unanswered query={query} lines={4} />
      ) : data.cells === null ? (
        <p>{t(($) => $.reconEvidence.originalGone)}</p>
      ) : (
        <dl className={styles['original']}>
          {data.cells.map(({ title, value }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- titles may stand twice
            <div key={place}>
              <dt>
                <bdi>{title}</bdi>
              </dt>
              <dd>{value === '' ? <Nothing /> : <bdi>{value}</bdi>}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}
