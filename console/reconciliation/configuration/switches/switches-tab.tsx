import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readReconSwitches, saveReconSwitches, type ReconSwitches } from '#contract/recon-switches.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import styles from '../configuration.module.css'

const parts = [
  'dashboard_enabled',
  'reports_enabled',
  'analytics_enabled',
  'settlements_close_themselves',
] as const satisfies (keyof ReconSwitches)[]

/** Which parts of reconciliation the merchant's people see, and what it does by itself. Each is saved as it is switched. */
export function SwitchesTab(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const query = useCall(readReconSwitches, { body: { environment } })
  const { act, pending } = useAction(saveReconSwitches, { refreshes: [readReconSwitches] })
  const { data } = query
  return (
    <Section title={t(($) => $.reconConfiguration.switchesTitle)}>
      <p className={styles['about']}>{t(($) => $.reconConfiguration.switchesText)}</p>
      {data ? (
        <ul className={styles['lines']}>
          {parts.map((part) => (
            <li key={part}>
              <Switch
                label={t(($) => $.reconConfiguration.switches[part].title)}
                description={t(($) => $.reconConfiguration.switches[part].text)}
                checked={data[part]}
                disabled={pending}
                onChange={(event) => void act({ body: { environment, [part]: event.currentTarget.checked } })}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Unanswered query={query} lines={4} />
      )}
    </Section>
  )
}
