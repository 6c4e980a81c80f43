import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openKyc } from '#contract/kyc.ts'
import { useAction } from '#console/kit/api/use-call.ts'

/** The button that opens the KYC form. */
export function OpenKyc(): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(openKyc)
  const open = async () => {
    const outcome = await act({})
    if (outcome.ok) location.assign(outcome.answer.kyc_link)
  }
  return (
    <Button variant="default" mt="md" loading={pending} onClick={() => void open()}>
      {t(($) => $.settings.openKyc)}
    </Button>
  )
}
