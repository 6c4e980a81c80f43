import type { ReactNode } from 'react'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { ActsMenu } from '#console/kit/ui/acts-menu.tsx'
import type { ActedPage } from './acted-page.ts'
import { usePageActs } from './page-acts.tsx'

/** The menu of acts at the end of a page's row, which may be another merchant's. */
export const RowMenu = ({ page, merchant }: { page: ActedPage; merchant: string }): ReactNode => (
  <ActingFor merchant={merchant}>
    <Acts page={page} />
  </ActingFor>
)

function Acts({ page }: { page: ActedPage }): ReactNode {
  const { acts, dialogue } = usePageActs(page)
  return (
    <>
      <ActsMenu name={isolated(page.title)} acts={acts} />
      {dialogue}
    </>
  )
}
