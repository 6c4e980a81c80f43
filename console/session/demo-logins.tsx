import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { readInstallation } from '#contract/registration.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import styles from './demo-logins.module.css'

type Demo = NonNullable<WireOutput<typeof readInstallation>['demo']>

/** The demo's logins: one press signs in as one of them. */
export default function DemoLogins({
  demo: { password, logins },
  disabled,
  onChoose,
}: {
  demo: Demo
  disabled: boolean
  onChoose: (login: { username: string; password: string }) => void
}): ReactNode {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className={styles['logins']} aria-labelledby={id}>
      <h2 id={id}>{t(($) => $.installation.logins)}</h2>
      <ul>
        {logins.map(({ email, merchant_name, as }) => (
          <li key={email}>
            <button type="button" disabled={disabled} onClick={() => onChoose({ username: email, password })}>
              <span className={styles['as']}>{t(($) => $.installation.as[as])}</span>
              <span className={styles['who']}>
                <bdi>{merchant_name}</bdi> · <bdi dir="ltr">{email}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
