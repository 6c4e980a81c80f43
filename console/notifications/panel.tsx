import { ActionIcon, Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { listNotifications, type Notification } from '#contract/notification-list.ts'
import {
  markAllNotificationsRead,
  markNotificationRead,
  preferencesFragment,
  searchOf,
  kindOf,
} from '#contract/notifications.ts'
import { isKind, wordsOf } from '#contract/notification-words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Time } from '#console/kit/details/values.tsx'
import { useAreaTexts, useLanguage } from '#console/kit/i18n/words.ts'
import styles from './notifications.module.css'

const refreshes = [listNotifications]

/** The notifications, newest first, as far back as one asks; following the link of one marks it as read. */
export default function Panel({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const answer = useCall(listNotifications, { body: { page: 1, size: limits.pageSize } })
  const readAll = useAction(markAllNotificationsRead, { refreshes })
  const { content = [], unread = 0, next_cursor: next = null } = answer.data ?? {}
  return (
    <>
      <div className={styles['head']}>
        <h2>{t(($) => $.notifications.title)}</h2>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" loading={readAll.pending} onClick={() => void readAll.act({})}>
            {t(($) => $.notifications.readAll)}
          </Button>
        )}
        <ScreenLink
          to="profile"
          hash={preferencesFragment}
          onClick={onClose}
          className={styles['choose']}
          aria-label={t(($) => $.notifications.choose)}
          title={t(($) => $.notifications.choose)}
        >
          <Icon name="settings" />
        </ScreenLink>
      </div>
      {!answer.data ? (
        <Unanswered query={answer} lines={5} />
      ) : content.length === 0 ? (
        <div className={styles['empty']}>
          <Icon name="bell" size={24} />
          <p>{t(($) => $.notifications.none)}</p>
        </div>
      ) : (
        <ul className={styles['list']}>
          {content.map((one) => (
            <Item key={one.notification_id} {...one} onClose={onClose} />
          ))}
          <Earlier before={next} pages={pages} onMore={() => setPages(pages + 1)} onClose={onClose} />
        </ul>
      )}
    </>
  )
}

/**
 * The pages before a notification. Each begins where the one above it ends now, so that none is missed or doubled when new
 * ones arrive.
 */
function Earlier(props: { before: string | null; pages: number; onMore: () => void; onClose: () => void }): ReactNode {
  const { before, pages, onMore, onClose } = props
  const { t } = useTranslation()
  const enabled = before !== null && pages > 1
  const body = { size: earlierAtOnce, ...(before !== null && { cursor: before }) }
  const answer = useCall(listNotifications, { body }, { enabled, keepPrevious: true })
  if (before === null) return null
  if (enabled && answer.data)
    return (
      <>
        {answer.data.content.map((one) => (
          <Item key={one.notification_id} {...one} onClose={onClose} />
        ))}
        <Earlier {...props} before={answer.data.next_cursor} pages={pages - 1} />
      </>
    )
  if (enabled && answer.error)
    return (
      <li>
        <Unanswered query={answer} lines={1} />
      </li>
    )
  return (
    <li className={styles['foot']}>
      <Button variant="default" size="compact-sm" loading={enabled} onClick={onMore}>
        {t(($) => $.notifications.earlier)}
      </Button>
    </li>
  )
}
const earlierAtOnce = 50

function Item({ notification_id, kind, facts, created_at, is_read, onClose }: Notification & { onClose: () => void }) {
  const { t } = useTranslation()
  const notices = useAreaTexts('notices')
  const { act } = useAction(markNotificationRead, { refreshes })
  const read = () => void (!is_read && act({ path: { nid: notification_id } }))
  const { name, text } = wordsOf(kind, facts, notices, useLanguage())
  const known = isKind(kind) ? kind : null
  const severity = known ? kindOf(known).severity : 'info'
  const body = (
    <>
      <span className={styles['name']}>
        {name}
        {!is_read && <span className="visually-hidden"> ({t(($) => $.notifications.isUnread)})</span>}
      </span>
      <span className={styles['text']}>{text}</span>
      <Time at={created_at} />
    </>
  )
  return (
    <li data-unread={!is_read || undefined}>
      <span className={styles['dot']} data-severity={severity} aria-hidden="true" />
      {known ? (
        <ScreenLink
          to={kindOf(known).opens.to}
          acting=""
          search={searchOf(known, facts) as never}
          className={styles['item']}
          onClick={() => {
            read()
            onClose()
          }}
        >
          {body}
        </ScreenLink>
      ) : (
        <div className={styles['item']}>{body}</div>
      )}
      {!is_read && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(($) => $.notifications.read, { name })}
          title={t(($) => $.notifications.markRead)}
          onClick={read}
        >
          <Icon name="check" size={14} />
        </ActionIcon>
      )}
    </li>
  )
}
