import type { ReactNode } from 'react'
import type { RuleName } from '#contract/access.ts'
import type { ScreenName } from '#contract/screens.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ViewOnly } from '#console/kit/routing/view-only.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'

/** The one primary button of a list: where it leads, what it says, and whose it is. */
export interface Creates {
  to: ScreenName
  label: string
  rule: RuleName
  search?: object
}

/** The button of a new object; nothing for whom the role forbids it. */
export function CreateButton({ to, label, rule, search = {} }: Creates): ReactNode {
  const denied = useDenied(rule)
  if (denied === 'view_only') return <ViewOnly />
  if (denied) return null
  return (
    <ButtonLink to={to} search={search as never} leftSection={<Icon name="plus" />}>
      {label}
    </ButtonLink>
  )
}
