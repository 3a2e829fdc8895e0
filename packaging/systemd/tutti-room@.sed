# Makes tutti-room@.service, the room of a further sound card, from tutti-room.service: it differs in its names alone.
s|^# A room of Tutti: one for each sound card\.|# A further room of Tutti on one machine, %i, for its own sound card.|
s|/etc/default/tutti-room|&-%i|
s|^Description=Tutti room|& %i|
s|^StateDirectory=tutti-room|&-%i|
