import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { tenantSignInPath } from '#contract/menu.ts'
import { screens } from '#contract/screens.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { CopiedText } from '#console/kit/details/values.tsx'
import styles from './sso.module.css'

/** The addresses that the provider needs, to copy. */
export function Addresses({ origin, tenant }: { origin: string; tenant: string }): ReactNode {
  const { t } = useTranslation()
  const name = tenant || '…'
  const addresses = [
    [t(($) => $.sso.redirectUri), origin + screens.ssoCallback.path.replace('$tenant', name)],
    [t(($) => $.sso.logoutUri), origin + tenantSignInPath(name)],
  ] as const
  return (
    <aside>
      <Section title={t(($) => $.sso.addresses)}>
        <p className={styles['hint']}>{t(($) => $.sso.addressesText)}</p>
        <dl className={styles['addresses']}>
          {addresses.map(([label, address]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <CopiedText copy={t(($) => $.sso.copy, { what: label })}>{decodeURI(address)}</CopiedText>
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles['hint']}>{t(($) => $.sso.signInPageText)}</p>
      </Section>
    </aside>
  )
}
