import { lazy, Suspense, type ReactNode } from 'react'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { ThirdPartyList } from './list.tsx'

const NewUpload = lazy(() => import('./new-upload.tsx'))
const Uploads = lazy(() => import('./uploads.tsx'))
const Upload = lazy(() => import('./upload.tsx'))

/** Transactions that others have told of, or a sheet of them (`?upload=`): one, `new` or `all`. */
export default function ThirdParty(): ReactNode {
  const { upload } = useScreenSearch('thirdParty')
  if (!upload) return <ThirdPartyList />
  return (
    <Suspense>
      {upload === 'new' ? <NewUpload /> : upload === 'all' ? <Uploads /> : <Upload key={upload} uploadId={upload} />}
    </Suspense>
  )
}
