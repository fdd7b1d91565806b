"use strict";
// Keeps the page for when the computer that serves it does not answer any more.
const NAME = "nonogram";
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(["./", "manifest.json", "icon.svg"])));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(async () =>
    (await caches.match(event.request, { ignoreSearch: true })) || Response.error()));
});
