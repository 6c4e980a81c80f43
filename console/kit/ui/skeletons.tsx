import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#console/kit/routing/screen.module.css'

/** The skeleton of a screen whose code is loading. */
export function ScreenSkeleton(): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['screen']} role="status" aria-label={t(($) => $.app.loading)}>
      <Skeleton height={28} width={220} mb={24} />
      <LinesSkeleton lines={8} />
    </div>
  )
}

/** The skeleton of lines of text or rows. */
export function LinesSkeleton({ lines }: { lines: number }): ReactNode {
  return Array.from({ length: lines }, (_, line) => (
    <Skeleton key={line} height={12} my={12} width={`${92 - ((line * 17) % 30)}%`} />
  ))
}
