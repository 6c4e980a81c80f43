import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { homeOf, screenAt } from '#contract/menu.ts'
import { accessOf, useSessionState } from '#console/kit/auth/session.ts'
import { ButtonLink } from './screen-link.tsx'

/** The button that leads to the user's first screen, or to the sign-in, after which that screen follows. */
export function HomeLink({ fullWidth = false }: { fullWidth?: boolean }): ReactNode {
  const { t } = useTranslation()
  const state = useSessionState()
  const home = state.phase === 'signedIn' ? (screenAt(homeOf(accessOf(state.session.user)))?.name ?? null) : 'signIn'
  return (
    <ButtonLink to={home ?? 'generalSettings'} search={{} as never} acting="" fullWidth={fullWidth}>
      {t(($) => $.session.goHome)}
    </ButtonLink>
  )
}
