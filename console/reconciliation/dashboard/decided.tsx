import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconEvidence } from '#contract/recon-evidence.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Day, Time } from '#console/kit/details/values.tsx'

/** What people have decided about a record: who, and who agreed. */
export function Decided({ by }: { by: NonNullable<ReconEvidence['decided']> }): ReactNode {
  const { t } = useTranslation()
  const { act, reason, until_day: until, decided_by, approved_by, decided_at } = by
  return (
    <Section title={t(($) => $.reconEvidence.decision)}>
      <Facts
        facts={[
          [t(($) => $.reconEvidence.decided), t(($) => $.reconEvidence.acts[act])],
          [t(($) => $.reconEvidence.until), until === null ? undefined : <Day key="until" of={until} />],
          [t(($) => $.reconEvidence.reason), reason === '' ? undefined : <bdi key="reason">{reason}</bdi>],
          [t(($) => $.reconEvidence.decidedBy), <bdi key="by">{decided_by}</bdi>],
          [t(($) => $.reconEvidence.approvedBy), approved_by === '' ? undefined : <bdi key="and">{approved_by}</bdi>],
          [t(($) => $.reconEvidence.decidedAt), <Time key="at" at={decided_at} zoned />],
        ]}
      />
    </Section>
  )
}
