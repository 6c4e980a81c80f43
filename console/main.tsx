// First of all, while all else is still to be read.
import './kit/auth/preload-session.ts'
import './kit/api/zod-config.ts'

// What everything stands on has been read by now; the rest is, and is begun with, in tasks of their own, so that the browser
// shows and hears between them.
setTimeout(() => void import('./start.tsx').then(({ start }) => setTimeout(() => void start())))
