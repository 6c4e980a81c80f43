import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasOnlyCommonScreens, menuOf } from '#contract/menu.ts'
import type { ScreenName } from '#contract/screens.ts'
import { Icon, type IconName } from '#console/kit/ui/icons.tsx'
import { useActing } from '#console/kit/routing/screen-link.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import styles from './menu.module.css'
import { screenTitle } from '#console/kit/i18n/words.ts'

const icons: Partial<Record<ScreenName, IconName>> = {
  dashboard: 'dashboard',
  salesAnalytics: 'bag',
  revenueAnalytics: 'payouts',
  environmentAnalytics: 'system',
  methodAnalytics: 'payments',
  monitoring: 'system',
  refundBatches: 'undo',
  thirdParty: 'upload',
  payments: 'payments',
  paymentLinks: 'link',
  paymentPages: 'bag',
  invoices: 'invoice',
  subscriptions: 'repeat',
  prices: 'tag',
  reconData: 'upload',
  reconFiles: 'table',
  reconDashboard: 'dashboard',
  reconSettlements: 'payouts',
  reconRuns: 'repeat',
  reconExceptions: 'warning',
  reconReports: 'book',
  reconAnalytics: 'rise',
  reconFees: 'tag',
  reconConfiguration: 'settings',
  managePayouts: 'payouts',
  beneficiaries: 'users',
  beneficiaryAccounts: 'table',
  virtualAccounts: 'merchants',
  virtualAccountTransactions: 'book',
  payoutSettings: 'settings',
  remittanceDashboard: 'dashboard',
  remittances: 'payouts',
  remittanceSummary: 'table',
  reserveLedger: 'lock',
  remittanceAccounts: 'merchants',
  remittanceMethods: 'payments',
  checkoutPreview: 'view',
  masterMerchants: 'merchants',
  paymentChannels: 'channels',
  payoutChannels: 'payouts',
  webhooks: 'code',
  apiReference: 'book',
  accounts: 'users',
  generalSettings: 'settings',
  support: 'help',
  auditLog: 'history',
  exports: 'download',
  singleSignOn: 'lock',
}

/** The menu of the screens that the user may open, by group; folded, it shows icons with tooltips. */
export function Menu({ folded }: { folded: boolean }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const acting = useActing()
  return (
    <div className={styles['menu']}>
      {menuOf(accessOf(user)).map(({ group, screens }) => (
        <div key={group} className={styles['group']} role="group" aria-label={t(($) => $.menu[group])}>
          {!folded && (
            <div className={styles['heading']} aria-hidden="true">
              {t(($) => $.menu[group])}
            </div>
          )}
          {screens.map(({ name, screen }) => {
            const title = screenTitle(name)
            // A screen that has an entry of its own is not also shown as a part of the one above it.
            const hasOwnBelow = screens.some((other) => other.screen.path.startsWith(`${screen.path}/`))
            return (
              <Link
                key={name}
                to={screen.path}
                search={(acting ? { acting } : {}) as never}
                {...(hasOwnBelow && { activeOptions: { exact: true, includeSearch: false } })}
                className={styles['entry']}
                {...(folded ? { 'aria-label': title, title } : {})}
              >
                <Icon name={icons[name] ?? 'forward'} />
                {!folded && <span>{title}</span>}
              </Link>
            )
          })}
        </div>
      ))}
      {!folded && hasOnlyCommonScreens(accessOf(user)) && (
        <p className={styles['note']}>{t(($) => $.shell.rolesOpenNothing)}</p>
      )}
    </div>
  )
}
