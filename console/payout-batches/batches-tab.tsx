import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listPayoutBatches } from '#contract/payout-batches.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { NeedsFactor, useNeedsFactor } from '#console/kit/auth/needs-factor.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Batch } from './batch.tsx'
import { NewSheet } from './new-sheet.tsx'
import { Remembered } from './remembered.tsx'
import { Totals } from './totals.tsx'

/** Sheets of payouts: the latest ones, one of them (`?batch=`), or a new one. */
export function BatchesTab({ batch }: { batch: string }): ReactNode {
  const { t } = useTranslation()
  const [isNew, setNew] = useState(false)
  const needsFactor = useNeedsFactor()
  if (batch) return <Batch batchId={batch} />
  if (isNew) return <NewSheet onClose={() => setNew(false)} />
  return (
    <>
      <NeedsFactor />
      <Section
        title={t(($) => $.payoutBatches.latest)}
        end={
          <Offered rule="payoutMakers">
            <Button size="sm" leftSection={<Icon name="upload" />} disabled={needsFactor} onClick={() => setNew(true)}>
              {t(($) => $.payoutBatches.upload)}
            </Button>
          </Offered>
        }
      >
        <Latest />
      </Section>
      <Remembered />
    </>
  )
}

function Latest(): ReactNode {
  const { t } = useTranslation()
  const batches = useCall(listPayoutBatches, { query: {} })
  if (!batches.data) return <Unanswered query={batches} lines={4} />
  return (
    <SmallTable
      rows={batches.data.filter((one) => !one.dry_run)}
      rowKey={(one) => one.batch_id}
      to={(one) => ({ to: 'managePayouts', search: { tab: 'batches', batch: one.batch_id } })}
      nothing={t(($) => $.payoutBatches.none)}
      columns={[
        { name: 'file_name', kind: 'text', cell: (one) => <bdi>{one.file_name}</bdi> },
        { name: 'status', kind: 'status', cell: (one) => <Status of="payoutBatch" state={one.status} /> },
        { name: 'amount', kind: 'amount', cell: (one) => <Totals of={one} /> },
        { name: 'created_at', kind: 'time', cell: (one) => <Time at={one.created_at} /> },
        { name: 'created_by', kind: 'text', cell: (one) => <bdi>{one.created_by}</bdi> },
      ]}
    />
  )
}
