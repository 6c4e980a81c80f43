import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openKyc, readKycProgress } from '#contract/kyc.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import styles from './settings.module.css'

/** How far the verification of the business is, and the button that opens its form. */
export function OpenKyc(): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(readKycProgress, {})
  const { act, pending } = useAction(openKyc)
  const open = async () => {
    const outcome = await act({})
    if (outcome.ok) location.assign(outcome.answer.kyc_link)
  }
  const label = data && t(($) => $.kyc.progress, { there: data.done, all: data.all })
  return (
    <div className={styles['kyc']}>
      {data && label && (
        <>
          <p>{label}</p>
          <progress value={data.done} max={data.all} aria-label={label} />
          {data.note && (
            <p>
              {t(($) => $.kyc.note)} <bdi>{data.note}</bdi>
            </p>
          )}
        </>
      )}
      <Button variant="default" loading={pending} onClick={() => void open()}>
        {t(($) => $.settings.openKyc)}
      </Button>
    </div>
  )
}
