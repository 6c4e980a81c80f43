import { Switch } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import type { ActedPage } from './acted-page.ts'
import { usePageStatus } from './page-acts.tsx'
import styles from './payment-pages.module.css'

/** The switch that lets a page take orders; none once it is cancelled, or for who may only look. */
export function PageSwitch({ page }: { page: ActedPage }): ReactNode {
  const { t } = useTranslation()
  const may = useDenied('paymentPagesConfiguration') === null
  const { change, pending } = usePageStatus(page)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { status } = page
  useEffect(() => setWanted(null), [status])
  if (!may || status === 'cancelled') return null
  const turn = async (on: boolean) => {
    setWanted(on)
    if (!(await change(on))) setWanted(null)
  }
  return (
    <span className={styles['headSwitch']}>
      <Switch
        label={t(($) => $.paymentPages.takesOrders)}
        checked={wanted ?? status === 'activated'}
        disabled={pending}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
    </span>
  )
}
