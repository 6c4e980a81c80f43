import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listRemittanceCertificates, printedDigits } from '#contract/remittance-certificates.ts'
import type { Remittance } from '#contract/remittances.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Documents } from './documents.tsx'
import styles from './settlements.module.css'

/** What there is on paper of a settlement: the documents that a bank asks for, and the certificates that were made of it. */
export const Papers = ({ remittance }: { remittance: Remittance }): ReactNode => (
  <>
    <Documents settlementRef={remittance.settlement_ref} />
    {remittance.status !== 'Open' && <Certificates settlementRef={remittance.settlement_ref} />}
  </>
)

/** The certificates with what is printed on them, so that one that somebody brings can be compared. */
function Certificates({ settlementRef }: { settlementRef: string }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { data } = useCall(listRemittanceCertificates, {
    path: { settlement_ref: settlementRef },
    query: { environment },
  })
  if (!data) return null
  return (
    <Section title={t(($) => $.remittances.certificates.title)}>
      {data.certificates.length > 0 && <p className={styles['hint']}>{t(($) => $.remittances.certificates.hint)}</p>}
      <SmallTable
        rows={data.certificates}
        rowKey={({ digest }) => digest}
        nothing={t(($) => $.remittances.certificates.none)}
        columns={[
          {
            name: 'digest',
            kind: 'reference',
            place: 'head',
            cell: ({ digest, is_current }) => (
              <>
                <Reference>{digest.slice(0, printedDigits)}</Reference>
                {is_current && <> · {t(($) => $.remittances.certificates.current)}</>}
              </>
            ),
          },
          {
            name: 'status',
            title: wireWord('columns', 'status'),
            kind: 'status',
            cell: ({ status }) => <Status of="remittance" state={status} />,
          },
          { name: 'created_at', kind: 'time', cell: ({ issued_at }) => <Time at={issued_at} /> },
        ]}
      />
    </Section>
  )
}
