import { Checkbox } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOfKind } from '#contract/notification-words.ts'
import {
  kindOf,
  preferencesFragment,
  readNotificationPreferences,
  saveNotificationPreferences,
  type NotificationKind,
  type NotificationPreference,
} from '#contract/notifications.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useAreaTexts } from '#console/kit/i18n/words.ts'
import styles from './notification-preferences.module.css'

/** The user's preferences for each kind of notification; a change is saved at once. */
export function NotificationPreferences(): ReactNode {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(readNotificationPreferences, {})
  const ref = useRef<HTMLDivElement>(null)
  const there = data !== undefined
  // A link in mails leads to this section, which can scroll into view only after its rows are rendered.
  useEffect(() => {
    if (there && location.hash === `#${preferencesFragment}`) ref.current?.scrollIntoView()
  }, [there])
  return (
    <div id={preferencesFragment} ref={ref} className={styles['place']}>
      <Section title={t(($) => $.notifications.title)}>
        <p className={styles['hint']}>{t(($) => $.notifications.preferencesHint)}</p>
        {data ? <Choices preferences={data} /> : <Unanswered query={{ error, refetch }} lines={6} />}
      </Section>
    </div>
  )
}

function Choices({ preferences }: { preferences: readonly NotificationPreference[] }): ReactNode {
  const { t } = useTranslation()
  const notices = useAreaTexts('notices')
  const { act, pending } = useAction(saveNotificationPreferences, { refreshes: [readNotificationPreferences] })
  // An optimistic update: a choice shows at once, and is taken back when it could not be saved.
  const [chosen, setChosen] = useState<Partial<Record<NotificationKind, NotificationPreference>>>({})
  const choose = async (wanted: NotificationPreference) => {
    setChosen((before) => ({ ...before, [wanted.kind]: wanted }))
    const { ok } = await act({ body: { preferences: [wanted] } })
    if (!ok) setChosen(({ [wanted.kind]: _, ...others }) => others)
  }
  return (
    <table className={styles['preferences']} aria-busy={pending}>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.notifications.what)}</th>
          <th scope="col">{t(($) => $.notifications.console)}</th>
          <th scope="col">{t(($) => $.settings.email)}</th>
        </tr>
      </thead>
      <tbody>
        {preferences.map((kept) => {
          const one = chosen[kept.kind] ?? kept
          const name = nameOfKind(one.kind, notices)
          return (
            <tr key={one.kind}>
              <th scope="row">{name}</th>
              <td>
                <Checkbox
                  aria-label={`${name}: ${t(($) => $.notifications.console)}`}
                  checked={one.console}
                  disabled={kindOf(one.kind).fixed === true}
                  onChange={(event) => void choose({ ...one, console: event.currentTarget.checked })}
                />
              </td>
              <td>
                <Checkbox
                  aria-label={`${name}: ${t(($) => $.settings.email)}`}
                  checked={one.email}
                  disabled={kindOf(one.kind).mailed === true}
                  onChange={(event) => void choose({ ...one, email: event.currentTarget.checked })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
