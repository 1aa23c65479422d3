// Shows notifications that the site sends to this browser (web push). It handles no requests of pages.

self.addEventListener('push', (event) => {
  const { title = 'Botplay', body = '', path = '/console/notifications' } = event.data?.json() ?? {};
  const options = { body, icon: '/icon.svg', data: { path }, tag: `${path} ${title}` };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? '/', self.location.origin);
  if (url.origin !== self.location.origin) return;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const same = windows.find((one) => one.url === url.href);
    return same ? same.focus() : self.clients.openWindow(url.href);
  };
  event.waitUntil(open());
});
