import { useRouter, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screenAt } from '#contract/menu.ts'
import type { Screen } from '#contract/screens.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'

/** Asks before unsaved input is lost by navigation; the end of a session does not ask. */
export function AskBeforeLeaving({ unsaved }: { unsaved: boolean }): ReactNode {
  const { t } = useTranslation()
  const history: RouterHistory = useRouter().history
  const [asked, setAsked] = useState<{ answer: (stay: boolean) => void } | null>(null)
  useEffect(() => {
    if (!unsaved) return undefined
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation, nextLocation }) => {
        const to: Screen | undefined = screenAt(nextLocation.pathname)?.screen
        const leaves = nextLocation.pathname !== currentLocation.pathname
        if (!leaves || to?.access === 'open' || to?.access === 'signedOut' || to?.path === '/lock-screen') return false
        return new Promise<boolean>((resolve) => {
          setAsked({
            answer: (stay) => {
              setAsked(null)
              resolve(stay)
            },
          })
        })
      },
    })
  }, [history, unsaved])
  if (!asked) return null
  return (
    <Confirm
      title={t(($) => $.unsaved.title)}
      confirm={t(($) => $.unsaved.leave)}
      keep={t(($) => $.unsaved.stay)}
      danger
      onConfirm={() => asked.answer(false)}
      onClose={() => asked.answer(true)}
    >
      {t(($) => $.unsaved.text)}
    </Confirm>
  )
}
