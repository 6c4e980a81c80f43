import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listUserChanges } from '#contract/users.ts'
import detail from '#console/kit/details/detail.module.css'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './users.module.css'
import { isolated } from '#console/kit/i18n/bidi.ts'

/** The changes of a user, newest first. */
export function UserChanges({ id }: { id: string }): ReactNode {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(listUserChanges, { path: { id } })
  if (error || !data) return <Unanswered query={{ error, refetch }} lines={3} />
  if (data.length === 0) return <p className={styles['closed']}>{t(($) => $.users.noHistory)}</p>
  return (
    <ol className={detail['timeline']}>
      {data.map(({ at, actor, event, changes }, index) => (
        <li key={`${at} ${index}`}>
          <span className={detail['event']}>{wireWord('userEvents', event)}</span>
          <span className={detail['when']}>
            <Time at={at} zoned /> · {t(($) => $.detail.by)} <bdi>{actor}</bdi>
          </span>
          {Object.entries(changes).map(([field, { before, after }]) =>
            field === 'roles' ? (
              <RoleChange key={field} before={rolesIn(before)} after={rolesIn(after)} />
            ) : (
              typeof after === 'string' && (
                <span key={field} className={detail['when']}>
                  {wireWord('columns', field)}:{' '}
                  {t(($) => $.settings.fromTo, { from: isolated(String(before) || '–'), to: isolated(after || '–') })}
                </span>
              )
            ),
          )}
        </li>
      ))}
    </ol>
  )
}

const rolesIn = (text: string | boolean) => String(text).split(',').filter(Boolean)

/** The added and the removed roles; of a new user, the first ones. */
function RoleChange({ before, after }: { before: string[]; after: string[] }): ReactNode {
  const { t } = useTranslation()
  const names = (roles: string[]) => roles.map((role) => wireWord('roles', role)).join(t(($) => $.app.comma))
  const added = after.filter((role) => !before.includes(role))
  const taken = before.filter((role) => !after.includes(role))
  return (
    <>
      {added.length > 0 && (
        <span className={detail['when']}>
          + <span className="visually-hidden">{t(($) => $.users.added)} </span>
          {names(added)}
        </span>
      )}
      {taken.length > 0 && (
        <span className={detail['when']}>
          − <span className="visually-hidden">{t(($) => $.users.takenAway)} </span>
          {names(taken)}
        </span>
      )}
    </>
  )
}
