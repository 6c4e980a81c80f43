import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  forgetPayoutSheetReading,
  listPayoutSheetReadings,
  type PayoutSheetReadingShown,
} from '#contract/payout-batches.ts'
import { payoutSheetColumns } from '#contract/payout-sheet.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useNeedsFactor } from '#console/kit/auth/needs-factor.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import styles from './payout-batches.module.css'

/** How sheets with other titles are read, each of which can be forgotten. Nothing is shown where none is remembered. */
export function Remembered(): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(listPayoutSheetReadings, { query: {} })
  if (!data || data.length === 0) return null
  return (
    <Section title={t(($) => $.payoutBatches.remembered)} folded>
      <p className={styles['hint']}>{t(($) => $.payoutBatches.rememberedHint)}</p>
      <ul className={styles['readings']}>
        {data.map((reading) => (
          <Reading key={reading.reading_ref} of={reading} />
        ))}
      </ul>
    </Section>
  )
}

function Reading({ of }: { of: PayoutSheetReadingShown }): ReactNode {
  const { t } = useTranslation()
  const denied = useDenied('payoutMakers')
  const needsFactor = useNeedsFactor()
  const [isAsked, setAsked] = useState(false)
  const { act, pending, error } = useAction(forgetPayoutSheetReading, { refreshes: [listPayoutSheetReadings] })
  const forget = async () => {
    if ((await act({ path: { reading_ref: of.reading_ref }, query: {} })).ok) setAsked(false)
  }
  return (
    <li>
      <div>
        <strong>
          <bdi>{of.titles.filter((title) => title !== '').join(', ')}</bdi>
        </strong>
        <ul>
          {payoutSheetColumns.map((column) => (
            <Column key={column} column={column} title={of.mapping[column] ?? ''} all={of.defaults[column] ?? ''} />
          ))}
        </ul>
        <small>
          {t(($) => $.payoutBatches.usedLast)} <Time at={of.updated_at} zoned />
        </small>
      </div>
      {denied === null && (
        <Button size="xs" variant="default" disabled={needsFactor} onClick={() => setAsked(true)}>
          {t(($) => $.payoutBatches.forget)}
        </Button>
      )}
      {isAsked && (
        <Confirm
          title={t(($) => $.payoutBatches.forgetTitle)}
          confirm={t(($) => $.payoutBatches.forget)}
          pending={pending}
          onConfirm={() => void forget()}
          onClose={() => setAsked(false)}
        >
          <p>{t(($) => $.payoutBatches.forgetText)}</p>
          <FieldFailure error={error} />
        </Confirm>
      )}
    </li>
  )
}

/** From which column of the sheet one is read, or its value for all rows; nothing where it is known by its name. */
function Column({ column, title, all }: { column: string; title: string; all: string }): ReactNode {
  const { t } = useTranslation()
  if (title === '' && all === '') return null
  return (
    <li>
      {title === '' ? t(($) => $.payoutBatches.forAll, { column }) : <LeftToRight>{column}</LeftToRight>}:{' '}
      <bdi>{title || all}</bdi>
    </li>
  )
}
