import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import { homeOf } from '#contract/menu.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { CallError } from '#console/kit/api/send-call.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { toastFailure } from '#console/kit/ui/toast.ts'
import { viewAsRoles } from '#console/kit/auth/view-as.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { useNavigate } from '@tanstack/react-router'

/** The button that shows the console as a user with these roles sees it. */
export function ViewAsButton({ roles, disabled = false }: { roles: readonly Role[]; disabled?: boolean }): ReactNode {
  const { t } = useTranslation()
  const view = useViewAs()
  return (
    <Button
      variant="default"
      leftSection={<Icon name="eye" />}
      disabled={disabled}
      loading={view.pending}
      onClick={() => void view.begin(roles)}
    >
      {t(($) => $.users.viewAs)}
    </Button>
  )
}

function useViewAs() {
  const { flags } = accessOf(useUser())
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const begin = async (roles: readonly Role[]) => {
    setPending(true)
    try {
      await viewAsRoles(roles)
      await navigate({ to: homeOf({ roles, flags }), search: {} })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toastFailure(failureText(error), error.requestId)
    } finally {
      setPending(false)
    }
  }
  return { begin, pending }
}
