"""A player for recordings: a component of the browser that shows frame after frame without asking the server.

`payload` turns recordings into what the browser is sent; `component` mounts the player; `player.js` draws.
"""
