import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { makeBankFile, readBankFiles, type BankFileChannel } from '#contract/bank-files.ts'
import { listPayouts } from '#contract/payouts.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Amount } from '#console/kit/details/values.tsx'
import { failureText } from '#console/kit/i18n/words.ts'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { toastFailure, toastSuccess } from '#console/kit/ui/toast.ts'
import styles from './bank-files.module.css'

/** A channel that pays by file: what the next file would hold, and the button that makes it. */
export function Channel({ channel }: { channel: BankFileChannel }): ReactNode {
  const { t } = useTranslation()
  const { channel_key, name, ready_count, ready_total, currency } = channel
  const make = useAction(makeBankFile, { refreshes: [readBankFiles, listPayouts] })
  const makeFile = async () => {
    const outcome = await make.act({ body: { channel_key } })
    if (outcome.ok) toastSuccess(t(($) => $.bankFiles.made))
    else toastFailure(failureText(outcome.error), outcome.error.requestId)
  }
  return (
    <Section title={name}>
      {ready_count === 0 ? (
        <p className={styles['hint']}>{t(($) => $.bankFiles.readyNone)}</p>
      ) : (
        <Facts
          facts={[
            [t(($) => $.bankFiles.ready), ready_count],
            [t(($) => $.bankFiles.total), <Amount key="total" value={ready_total} currency={currency} />],
          ]}
        />
      )}
      {ready_count > 0 && (
        <div className={styles['buttons']}>
          <Offered rule="payoutCustodians">
            <Button leftSection={<Icon name="table" />} loading={make.pending} onClick={() => void makeFile()}>
              {t(($) => $.bankFiles.make)}
            </Button>
          </Offered>
        </div>
      )}
    </Section>
  )
}
