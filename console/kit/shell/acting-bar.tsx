import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listMerchantChoices } from '#contract/merchants.ts'
import { screenAt } from '#contract/menu.ts'
import type { Screen } from '#contract/screens.ts'
import { useLocation } from '@tanstack/react-router'
import styles from './acting-bar.module.css'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useCall } from '#console/kit/api/use-call.ts'

/**
 * The bar with the sub-merchant that a master acts for. With `kept`, every link keeps acting for it; otherwise only
 * the shown object is that merchant's.
 */
export default function ActingBar({ merchant, kept }: { merchant: string; kept: boolean }): ReactNode {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const known = useCall(listMerchantChoices, {}).data?.find(({ key }) => key === merchant)
  const screen: Screen | undefined = screenAt(pathname)?.screen
  return (
    <div className={styles['bar']} role="status" data-own={!screen?.acting || undefined}>
      <Icon name="merchants" />
      <span>
        {t(($) => $.acting.for)} <bdi className={styles['name']}>{known?.name ?? merchant}</bdi>
      </span>
      <span className={styles['note']}>
        {!screen?.acting
          ? t(($) => $.acting.ownScreen)
          : known && !known.writable
            ? t(($) => $.acting.mayLook)
            : t(($) => $.acting.inTheirName)}
      </span>
      <ScreenLink
        className={styles['stop']}
        acting=""
        to={kept ? 'masterMerchants' : pathname.startsWith('/transactions') ? 'payments' : 'paymentLinks'}
        search={{}}
      >
        {t(($) => $.acting.stop)}
      </ScreenLink>
    </div>
  )
}
