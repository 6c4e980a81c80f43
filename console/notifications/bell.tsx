import { ActionIcon, Popover } from '@mantine/core'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { listNotifications } from '#contract/notification-list.ts'
import { withArea } from '#console/kit/i18n/i18n.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import type { Language } from '#i18n/languages.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import styles from './notifications.module.css'
import { useNotificationStream } from './use-notification-stream.ts'
import { numberText } from '#console/kit/i18n/names.ts'

const Panel = lazy(withArea(() => import('./panel.tsx'), 'notices'))

/** The number of unread notifications, updated live; opens their list. */
export function Bell(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [opened, setOpened] = useState(false)
  const enabled = useNotificationStream()
  // Polls every two minutes as well, for browsers that get no stream.
  const asked = { body: { page: 1, size: limits.pageSize } }
  const unread = useCall(listNotifications, asked, { enabled, everyMs: 120_000 }).data?.unread ?? 0
  const shown = unread > 0 ? counted(unread, language) : ''
  return (
    <>
      <Popover
        position="bottom-end"
        width={400}
        opened={opened}
        onChange={setOpened}
        trapFocus
        returnFocus
        withRoles={false}
      >
        {/* The count is outside the button, whose accessible name contains it already. */}
        <span className={styles['bell']}>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-haspopup="dialog"
              aria-expanded={opened}
              aria-label={
                unread > 0 ? `${t(($) => $.notifications.title)} (${shown})` : t(($) => $.notifications.title)
              }
              onClick={() => setOpened(!opened)}
            >
              <Icon name="bell" />
            </ActionIcon>
          </Popover.Target>
          {unread > 0 && (
            <span className={styles['count']} data-unread={shown} aria-hidden="true">
              {shown}
            </span>
          )}
        </span>
        <Popover.Dropdown className={styles['panel']} role="dialog" aria-label={t(($) => $.notifications.title)}>
          {/* Takes the focus, since there is nothing else to take it until the panel has come. */}
          <div data-autofocus tabIndex={-1} className={styles['focused']}>
            <Suspense fallback={<LinesSkeleton lines={5} />}>
              <Panel onClose={() => setOpened(false)} />
            </Suspense>
          </div>
        </Popover.Dropdown>
      </Popover>
      <Announcement unread={unread} />
    </>
  )
}
const most = 99
const counted = (unread: number, language: Language) =>
  numberText(Math.min(unread, most), language) + (unread > most ? '+' : '')

/** A live region that announces new notifications, once for a burst. */
function Announcement({ unread }: { unread: number }): ReactNode {
  const { t } = useTranslation()
  const [announced, setAnnounced] = useState({ count: unread, at: 0, speaks: false })
  useEffect(() => {
    if (unread === announced.count) return undefined
    const wait = unread < announced.count ? 0 : Math.max(firstMs, announced.at + quietMs - Date.now())
    const timer = setTimeout(
      () => setAnnounced({ count: unread, at: Date.now(), speaks: unread > announced.count }),
      wait,
    )
    return () => clearTimeout(timer)
  }, [unread, announced])
  return (
    <span role="status" className="visually-hidden">
      {announced.speaks && t(($) => $.notifications.unread, { count: announced.count })}
    </span>
  )
}
const firstMs = 1_000
const quietMs = 15_000
