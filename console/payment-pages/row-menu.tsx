import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ActItems } from '#console/kit/ui/act-items.tsx'
import type { ActedPage } from './acted-page.ts'
import { usePageActs } from './page-acts.tsx'

/** The menu of acts at the end of a page's row, which may be another merchant's. */
export const RowMenu = ({ page, merchant }: { page: ActedPage; merchant: string }): ReactNode => (
  <ActingFor merchant={merchant}>
    <Acts page={page} />
  </ActingFor>
)

function Acts({ page }: { page: ActedPage }): ReactNode {
  const { t } = useTranslation()
  const { acts, dialogue } = usePageActs(page)
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(($) => $.paymentPages.actsFor, { title: isolated(page.title) })}
          >
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ActItems acts={acts} />
        </Menu.Dropdown>
      </Menu>
      {dialogue}
    </>
  )
}
