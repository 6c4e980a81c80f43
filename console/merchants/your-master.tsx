import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveMaster, readMaster } from '#contract/master-merchants.ts'
import { readMerchant } from '#contract/merchants.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'

/** The merchant's present or former master, with the button to leave it. Draws nothing for a merchant without one. */
export function YourMaster({ mayLeave }: { mayLeave: boolean }): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(readMaster, {})
  const { act, pending } = useAction(leaveMaster, { refreshes: [readMaster, readMerchant] })
  const [asking, setAsking] = useState(false)
  const own = useActingFor() === ''
  if (!own || !data?.name) return null
  const { name, is_former: former } = data
  return (
    <Section title={t(($) => $.settings.master)}>
      <p>{t(($) => (former ? $.settings.formerMasterText : $.settings.masterText), { name })}</p>
      {mayLeave && (
        <Button variant="default" mt="sm" onClick={() => setAsking(true)}>
          {t(($) => (former ? $.settings.refuseMaster : $.settings.leaveMaster))}
        </Button>
      )}
      {asking && (
        <Confirm
          title={t(($) => (former ? $.settings.refuseQuestion : $.settings.leaveQuestion), { name })}
          confirm={t(($) => (former ? $.settings.refuseMaster : $.settings.leaveMaster))}
          danger
          pending={pending}
          onConfirm={() => void act({}).then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          <p>{t(($) => (former ? $.settings.refuseText : $.settings.leaveText), { name })}</p>
        </Confirm>
      )}
    </Section>
  )
}
